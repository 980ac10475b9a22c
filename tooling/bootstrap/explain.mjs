import { Failure } from "./failure.mjs"

/** What a failed installer says, by what its output holds; the first that matches wins. */
const reasons = [
  {
    pattern: /ENOSPC|EDQUOT|no space left/i,
    advice: "The disk is full. Free about 1 GB and run the same command again."
  },
  {
    pattern: /EACCES|EPERM|EROFS/,
    advice: "A file can't be written. Check who owns this directory, and run the same command again."
  },
  {
    pattern: /OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH|PACKAGE_MANAGER_NO_IMPORTER/,
    advice: "pnpm-lock.yaml does not fit a package.json. Run `npm run pnpm -- install`, and commit the lockfile."
  },
  {
    pattern: /E404|ETARGET|NO_MATCHING_VERSION|FETCH_404/,
    advice: "The npm registry lacks a pinned version. Check `npm config get registry`, or pull a newer commit."
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED|certificate|error sending request|dns error|META_FETCH_FAIL/i,
    advice:
      "The npm registry can't be reached. Check the network and `npm config get registry`, and run the same command again."
  }
]

/** @param {string} text */
const advice = (text) => reasons.find(({ pattern }) => pattern.test(text))?.advice

/**
 * @param {string} what such as "pnpm 12.21.0"
 * @param {string} output
 * @param {string} log the file that holds all of the output
 */
export const explain = (what, output, log) => {
  const lastWords = output.trim().split("\n").slice(-8).join("\n")
  const reason = advice(output) ?? `Run the same command again. Its last words were:\n${lastWords}`
  return new Failure(`${what} can't be installed. ${reason}\nEverything that was said is in ${log}`)
}

/** A failed call of the system, put in one line as well; anything else is a bug and thrown on. @param {unknown} error */
export const asFailure = (error) => {
  if (error instanceof Failure) return error
  const reason = error instanceof Error && "syscall" in error ? advice(error.message) : undefined
  if (reason === undefined) throw error
  return new Failure(`${/** @type {Error} */ (error).message}. ${reason}`)
}
