import { Failure } from "./failure.mjs"

/** What a failed installer says, by what its output holds; the first that matches wins. */
const reasons = [
  [/ENOSPC|EDQUOT|no space left/i, "The disk is full. Free about 1 GB and run the same command again."],
  [/EACCES|EPERM|EROFS/, "A file can't be written. Check who owns this directory, and run the same command again."],
  [
    /OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH|PACKAGE_MANAGER_NO_IMPORTER/,
    "pnpm-lock.yaml is older than a package.json. Run `npm run pnpm -- install`, and commit the lockfile."
  ],
  [
    /E404|ETARGET|NO_MATCHING_VERSION|FETCH_404/,
    "The npm registry does not have a pinned version. Check `npm config get registry`, or pull a newer commit."
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED|ERR_SOCKET|certificate|error sending request|dns error|META_FETCH_FAIL/i,
    "The npm registry can't be reached. Check the network (and `npm config get registry`), and run the same command again."
  ]
]

/**
 * @param {string} what
 * @param {string} output
 * @param {string} log
 */
export const explain = (what, output, log) => {
  const reason = reasons.find(([pattern]) => /** @type {RegExp} */ (pattern).test(output))?.[1]
  const tail = output.trim().split("\n").slice(-8).join("\n")
  const advice = reason ?? `Run the same command again.\nIts last words were:\n${tail}`
  return new Failure(`${what} failed. ${advice}\nEverything it said is in ${log}`)
}
