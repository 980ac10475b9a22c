import { Data, type Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { wordsOf } from "../internal/words-of.ts"

/**
 * One step forward. Once released it never changes; what it did wrong, a later step puts right. It does not depend on
 * what it reads, so that it can also be printed, for somebody else to run.
 */
export interface Migration {
  /** 1 for the first step of an owner, then one more each. */
  readonly number: number
  readonly name: string
  readonly up: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>
  /**
   * Has it taken after the steps of all owners that are not `last`: for one that locks readers out of a table that requests
   * use, as `alter table` does, which they wait for until all steps are done. A later step that needs it is `last` as well.
   */
  readonly last?: true | undefined
}

/** The steps of one owner of tables, in order. Each owner counts its own. */
export interface MigrationSet {
  readonly owner: string
  readonly steps: ReadonlyArray<Migration>
  /** The schemas that its tables are in. Default: `["agent_operations"]`. */
  readonly schemas?: ReadonlyArray<string> | undefined
  /**
   * Those of its tables, by name, whose rows are an organization's: they have a column `organization_id` or `tenant_id`,
   * and `project_id` where they are a project's. Their rows are deleted with it.
   */
  readonly tenantTables?: ReadonlyArray<string> | undefined
}

/** A step as the table of applied migrations records it. */
export interface MigrationStep {
  readonly owner: string
  readonly number: number
  readonly name: string
}

interface Failed {
  readonly step: MigrationStep
  /** Why, in one line. */
  readonly message: string
  /** The way out, in one line. */
  readonly hint: string
}

/** The database has a step that this code does not know: a newer version migrated it. Nothing was changed. */
export class MigrationNewerThanCode extends Data.TaggedError("MigrationNewerThanCode")<Failed> {}

/** A step failed. Nothing was changed, by it or by the steps before it in the same run. */
export class MigrationFailed extends Data.TaggedError("MigrationFailed")<
  Failed & { readonly cause: SqlError.SqlError }
> {}

/** The database lacks steps, and was only to be checked. Nothing was changed. */
export class MigrationsMissing extends Data.TaggedError("MigrationsMissing")<{
  readonly steps: ReadonlyArray<MigrationStep>
  /** Which they are, in one line. */
  readonly message: string
  /** What to run, in one line. */
  readonly hint: string
}> {}

/** The user of the connection may not read or write the rows of tables, or not create them. Nothing was changed. */
export class MigrationsNotAllowed extends Data.TaggedError("MigrationsNotAllowed")<{
  /** What the user may not, in one line. */
  readonly message: string
  /** Who may, or what to grant, in one line. */
  readonly hint: string
  /** What the database said, where it was asked to do something. */
  readonly cause: SqlError.SqlError | undefined
}> {}

export const title = ({ owner, number, name }: MigrationStep): string => `${owner} ${number} (${name})`

export const newerThanCode = (step: MigrationStep) =>
  new MigrationNewerThanCode({
    step,
    message: `The database has the migration ${title(step)}, which this version does not know.`,
    hint: "Start the version that created it or a later one, or use another database."
  })

export const failed = (step: MigrationStep) => (cause: SqlError.SqlError) =>
  new MigrationFailed({
    step,
    message: `The migration ${title(step)} failed: ${wordsOf(cause)}`,
    hint: "Nothing was changed. Fix the cause and run the migrations again.",
    cause
  })

export const migrationsMissing = (steps: ReadonlyArray<MigrationStep>) =>
  new MigrationsMissing({
    steps,
    message: `The database lacks ${steps.length} migration${steps.length === 1 ? "" : "s"}: ${steps.map(title).join(", ")}.`,
    hint:
      "Migrate it as a user that may create tables, by `agent-operations-admin migrate` or by what " +
      "`agent-operations-admin sql --pending` prints."
  })

const notAllowed = (hint: string) => (cause: SqlError.SqlError) =>
  new MigrationsNotAllowed({ message: `The database refuses its user: ${wordsOf(cause)}.`, hint, cause })

export const mayNotMigrate = notAllowed(
  "Migrate as a user that may create tables, by `agent-operations-admin migrate`, and let the one that serves read and " +
    "write rows: `agent-operations-admin sql --grants ROLE` prints the grants."
)

export const mayNotRead = notAllowed(
  "As the user that migrates, run the grants that `agent-operations-admin sql --grants ROLE` prints for this one."
)
