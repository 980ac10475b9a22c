import { Data, Effect, Redacted } from "effect"

/** Where a server is, without how to get in. */
export interface Address {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly parameters: URLSearchParams
}

/** A connection URL that cannot be used; the message never repeats the URL, which holds a password. */
export class InvalidUrl extends Data.TaggedError("InvalidUrl")<{ readonly message: string }> {}

const severalHosts = "it names several hosts, of which only one can be used"

const invalid = (message: string) => Effect.fail(new InvalidUrl({ message }))

/**
 * Whether something behind the host may be the end of a password with a `/`, a `?` or a `#`, of which the beginning would
 * be told as the host, the port or the database's name. An `@` is what follows a password, or part of a user's name.
 */
const hasStray = ({ pathname, search, hash }: URL): boolean =>
  hash !== "" ||
  pathname.includes("@") ||
  search
    .slice(1)
    .split("&")
    .some((parameter) => parameter.includes("@") && !/^(?:user|password|application_name)=/.test(parameter))

const read = (url: URL): Address => {
  const parameters = url.searchParams
  const host = parameters.get("host") ?? decodeURIComponent(url.hostname)
  const path = decodeURIComponent(url.pathname.slice(1))
  return {
    host: host === "" ? "localhost" : host,
    port: Number(parameters.get("port") ?? (url.port === "" ? 5432 : url.port)),
    // As the server does: the database of the user's own name.
    database: parameters.get("dbname") ?? (path === "" ? decodeURIComponent(url.username) : path),
    parameters
  }
}

/** Reads what the URL says of the server. The driver reads the rest, by the rules of libpq. */
export const addressOf = (redacted: Redacted.Redacted): Effect.Effect<Address, InvalidUrl> => {
  const raw = Redacted.value(redacted)
  if (!URL.canParse(raw)) return invalid("it is not a URL")
  const url = new URL(raw)
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:") {
    return invalid("it does not begin with postgres:")
  }
  if (!raw.slice(url.protocol.length).trimStart().startsWith("//"))
    return invalid(`it has no // behind ${url.protocol}`)
  if (hasStray(url)) {
    return invalid("a password, or another part, has a sign that is written as %23 (#), %2F (/), %3F (?) or %40 (@)")
  }
  return Effect.try({
    try: () => read(url),
    catch: () => new InvalidUrl({ message: "it has a % that does not encode a character" })
  }).pipe(
    Effect.filterOrFail(
      ({ host }) => !host.includes(","),
      () => new InvalidUrl({ message: severalHosts })
    )
  )
}

/** For people. */
export const describeAddress = ({ host, port, database }: Address): string => `${host}:${port}/${database}`
