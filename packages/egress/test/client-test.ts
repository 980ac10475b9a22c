import type { lookup } from "node:dns"
import { readFileSync } from "node:fs"
import type { LookupFunction } from "node:net"
import { join } from "node:path"

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8")

/** What a server is client.test with: self-signed, for that name alone. */
export const [key, cert] = [fixture("key.pem"), fixture("certificate.pem")]

/** As that, with a key of RSA. */
export const rsa = { key: fixture("rsa-key.pem"), cert: fixture("rsa-certificate.pem") }

const here: LookupFunction = (_hostname, options, done) =>
  options.all === true ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4)

/** Resolves every name to this computer. */
export const toHere = here as typeof lookup
