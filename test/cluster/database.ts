import { randomBytes } from "node:crypto"
import pg from "pg"
import { afterAll, inject } from "vitest"

/** An empty database of this file's own, gone after its last test. */
export async function freshDatabase(): Promise<string> {
  const name = `keelson_${randomBytes(6).toString("hex")}`
  await sql(urlOf("postgres"), `CREATE DATABASE ${name}`)
  afterAll(() => sql(urlOf("postgres"), `DROP DATABASE ${name} WITH (FORCE)`))
  return urlOf(name)
}

/** One statement over a connection of its own. */
export async function sql(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  return inject("postgres").replace("%s", database)
}
