import type { SqlError } from "effect/sql"
import { DatabaseStartError, type StartFailure } from "../../DatabaseStartError.ts"
import { sqlState } from "../../sql-error.ts"
import { wordsOf } from "../words-of.ts"
import type { InvalidUrl } from "./address.ts"

type Failure = SqlError.SqlError

/** Where a server is, for people. */
export interface Place {
  readonly name: string
  /** Where its address is written: "the URL". */
  readonly settings: string
  /** How its address says what TLS is held to. Default: by the option `ssl` of `pg`. */
  readonly tls?: string
}

/** How a URL says what TLS is held to. */
export const tlsOfUrl =
  "Name the authority that signed the server's certificate with sslrootcert=<file> in the URL; " +
  "sslmode=no-verify encrypts without the check, sslmode=disable does without TLS."

interface Diagnosis {
  readonly reason: StartFailure
  readonly hint: string
  /** Whether waiting may help. */
  readonly transient: boolean
}

const certificateProblem = /certificate|altname|self.signed|does not support TLS|refused TLS/i

const diagnose = (failure: Failure, { settings, tls }: Place): Diagnosis => {
  const words = wordsOf(failure)
  const state = sqlState(failure)
  if (failure.reason._tag === "AuthenticationError" || failure.reason._tag === "AuthorizationError") {
    return {
      reason: "AuthenticationFailed",
      hint: `Check the user and the password in ${settings}, and that the server lets this user in from here.`,
      transient: false
    }
  }
  if (state === "3D000") {
    return {
      reason: "UnknownDatabase",
      hint: `Create it with createdb, or correct the name of the database in ${settings}.`,
      transient: false
    }
  }
  if (/unsupported startup parameter/i.test(words)) {
    return {
      reason: "ParameterRefused",
      hint: "Let the connection pooler pass it: with PgBouncer, add it to ignore_startup_parameters.",
      transient: false
    }
  }
  if (state === undefined && certificateProblem.test(words)) {
    return {
      reason: "TlsFailed",
      hint:
        tls ??
        `Name the authority that signed the server's certificate in ${settings}: ssl: { ca: <its certificate> }; ` +
          "ssl: { rejectUnauthorized: false } encrypts without the check, ssl: false does without TLS.",
      transient: false
    }
  }
  return {
    reason: "Unreachable",
    hint: `Check that the server runs and that the host and the port in ${settings} are right.`,
    transient: true
  }
}

/** Whether the server may let us in when asked again: it is away, starting, or full. */
export const isTransient = (failure: Failure, place: Place): boolean => diagnose(failure, place).transient

export const startFailure = (failure: Failure, place: Place): DatabaseStartError => {
  const { reason, hint } = diagnose(failure, place)
  const message = `PostgreSQL at ${place.name} cannot be used: ${wordsOf(failure)}`
  return new DatabaseStartError({ reason, message, hint, cause: failure })
}

export const invalidUrl = ({ message }: InvalidUrl): DatabaseStartError =>
  new DatabaseStartError({
    reason: "InvalidUrl",
    message: `The database URL is not valid: ${message}.`,
    hint: "Write it as postgres://user:password@host:5432/database?sslmode=require, special characters as %XX."
  })
