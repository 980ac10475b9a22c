import { Effect } from "effect"
import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import { InvalidUrl } from "./address.ts"

const modes = ["disable", "allow", "prefer", "require", "no-verify", "verify-ca", "verify-full"] as const
type Mode = (typeof modes)[number]

const files = { sslrootcert: "ca", sslcert: "cert", sslkey: "key" } as const

const readFiles = (parameters: URLSearchParams): Effect.Effect<ConnectionOptions, InvalidUrl> => {
  const given = Object.entries(files).flatMap(([parameter, option]) => {
    const path = parameters.get(parameter)
    // libpq's word for the authorities that the system trusts, which Node trusts anyway.
    return path === null || path === "system" ? [] : [{ parameter, option, path }]
  })
  return Effect.map(
    Effect.forEach(given, ({ parameter, option, path }) =>
      Effect.try({
        try: () => [option, readFileSync(path)] as const,
        catch: () => new InvalidUrl({ message: `its ${parameter}, ${path}, cannot be read` })
      })
    ),
    Object.fromEntries
  )
}

/**
 * What the URL asks of TLS: `sslmode`, `sslrootcert`, `sslcert` and `sslkey`, as libpq has them, and `no-verify`, as
 * node-postgres has it. Without `sslmode` there is no TLS. Every mode that insists on TLS checks the certificate,
 * except `no-verify`; `verify-ca` leaves the host name out. `undefined` leaves `allow` and `prefer` to the driver.
 */
export const tlsOf = (
  parameters: URLSearchParams
): Effect.Effect<boolean | ConnectionOptions | undefined, InvalidUrl> => {
  const mode = (parameters.get("sslmode") ?? "disable") as Mode
  switch (mode) {
    case "disable":
      return Effect.succeed(false)
    case "allow":
    case "prefer":
      return Effect.succeed(undefined)
    case "require":
    case "verify-full":
      return readFiles(parameters)
    case "verify-ca":
      return Effect.map(readFiles(parameters), (options) => ({ ...options, checkServerIdentity: () => undefined }))
    case "no-verify":
      return Effect.map(readFiles(parameters), (options) => ({ ...options, rejectUnauthorized: false }))
    default:
      return Effect.fail(new InvalidUrl({ message: `its sslmode=${String(mode)} is not one of ${modes.join(", ")}` }))
  }
}
