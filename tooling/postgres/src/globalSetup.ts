import type { TestProject } from "vitest/node"
import { obtainPostgres } from "./obtainPostgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** An administrator's URL of a real PostgreSQL; make a database of your own on it with `createDatabase`. */
    postgresUrl: string
    /** Its version and where it comes from, for people. */
    postgresDescription: string
  }
}

/** Gives every test a real PostgreSQL as `inject("postgresUrl")`, and says which. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const postgres = await obtainPostgres().catch(asLines)
  console.log(`Tests of the database run on PGlite and on ${postgres.description}.`)
  project.provide("postgresUrl", postgres.url)
  project.provide("postgresDescription", postgres.description)
  return postgres.stop
}

/** The reason is for people, who need no stack of it. */
const asLines = (cause: unknown): never => {
  if (cause instanceof Error) cause.stack = cause.message
  throw cause
}
