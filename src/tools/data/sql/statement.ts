import type { DuckDBPreparedStatement } from "@duckdb/node-api"
import { ToolFailure } from "../../tool.ts"
import type { Database } from "./database.ts"

const LEADING_NOISE = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/
const READING = /^(?:select|with|from|values|table|describe|desc|summarize|summarise|show|pivot|unpivot)\b/i

/**
 * Prepares a statement that only reads. DuckDB's own parser has the last word; the first word is looked at too, because some
 * PRAGMAs count as SELECT.
 */
export async function prepareReading(database: Database, sql: string): Promise<DuckDBPreparedStatement> {
  const { StatementType } = database.api
  const body = sql.replace(LEADING_NOISE, "")
  if (!READING.test(body)) throw onlyReading(/^\w+/.exec(body)?.[0] ?? "that")
  return database.guard(async () => {
    const statements = await database.connection.extractStatements(sql)
    if (statements.count !== 1) throw oneStatement(body)
    const statement = await statements.prepare(0)
    if (statement.statementType !== StatementType.SELECT)
      throw onlyReading(StatementType[statement.statementType] ?? "that")
    return statement
  })
}

function onlyReading(what: string): ToolFailure {
  return new ToolFailure(
    `${what.toUpperCase()} is not possible here: query_data only reads. Use SELECT, WITH, FROM, DESCRIBE or SUMMARIZE.`,
  )
}

/** DuckDB makes two statements of a PIVOT that has to look up its values first. */
function oneStatement(body: string): ToolFailure {
  if (/\bpivot\b/i.test(body))
    return new ToolFailure("A PIVOT needs its values named here: PIVOT t ON column IN ('a', 'b').")
  return new ToolFailure("Give one SQL statement at a time.")
}
