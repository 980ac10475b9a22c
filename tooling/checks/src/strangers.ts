const byHash = /^resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/

/**
 * The resolutions of a lockfile that are not a package of the registry by its SHA-512: a tarball of somewhere, a git
 * repository, a weaker hash.
 */
export const strangers = (lockfile: string): ReadonlyArray<string> =>
  lockfile
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("resolution:") && !byHash.test(line))
