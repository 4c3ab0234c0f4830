import { randomBytes } from "node:crypto"
import { afterAll, inject } from "vitest"
import { sql } from "./sql.ts"

/** An empty database of this file's own, gone after its last test. */
export async function freshDatabase(): Promise<string> {
  const name = `keelson_${randomBytes(6).toString("hex")}`
  await sql(urlOf("postgres"), `CREATE DATABASE ${name}`)
  afterAll(() => sql(urlOf("postgres"), `DROP DATABASE ${name} WITH (FORCE)`))
  return urlOf(name)
}

function urlOf(database: string): string {
  return inject("postgres").replace("%s", database)
}
