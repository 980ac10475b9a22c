import { Predicate } from "effect"
import type { PgClient } from "./pg.ts"

/** The part of Prisma's transaction client (the argument of `$transaction`) that is used: queries as text. */
export interface PrismaTransaction {
  $queryRawUnsafe(text: string, ...values: ReadonlyArray<unknown>): Promise<unknown>
}

const constraint = /constraint "([^"]+)"/

/** Prisma hides what the server said in `meta`: the SQLSTATE as it was, and the constraint in the words. */
const serverError = (thrown: unknown): unknown => {
  const meta = Predicate.hasProperty(thrown, "meta") ? thrown.meta : undefined
  if (!Predicate.hasProperty(meta, "code") || typeof meta.code !== "string") return thrown
  const message = Predicate.hasProperty(meta, "message") ? String(meta.message) : `SQLSTATE ${meta.code}`
  return Object.assign(new Error(message, { cause: thrown }), {
    severity: "ERROR",
    code: meta.code,
    constraint: constraint.exec(message)?.[1]
  })
}

/**
 * The transaction of a Prisma client on PostgreSQL as `joinTransaction` takes it.
 *
 * Values come as Prisma reads them, which is as everywhere here but for `numeric`, a `Decimal`, and `date`, a `Date`: no
 * statement of these packages reads one.
 *
 * @example
 * await prisma.$transaction(async (tx) => {
 *   await tx.order.create({ data })
 *   await runtime.runPromise(joinTransaction(prismaClient(tx))(operations.create_page_view(input)))
 * })
 */
export const prismaClient = (transaction: PrismaTransaction): PgClient => ({
  query: async ({ text, values, rowMode }) => {
    try {
      const answer = await transaction.$queryRawUnsafe(text, ...values)
      const rows = Array.isArray(answer) ? answer : []
      return {
        rows: rowMode === "array" ? rows.map((row: object) => Object.values(row)) : rows,
        rowCount: rows.length,
        command: ""
      }
    } catch (thrown) {
      throw serverError(thrown)
    }
  }
})
