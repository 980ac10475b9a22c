import { existsSync, realpathSync } from "node:fs"
import { withLock } from "../lock.ts"
import { isObject } from "../is-object.ts"
import { type Profile, profilesFile, readProfiles } from "../profiles.ts"
import { replaceFile } from "../replace-file.ts"
import type { Terminal } from "../terminal.ts"

/** Changes members of a profile, and keeps whatever else is in the file. A member that is undefined is removed. */
export const changeProfile = (
  env: Terminal["env"],
  signal: AbortSignal,
  name: string,
  members: Omit<Partial<Record<keyof Profile, string | undefined>>, "name">
): Promise<void> => {
  const named = profilesFile(env)
  return withLock(`${named}.lock`, signal, async () => {
    // It may be a link, such as into a folder that is in git.
    const file = existsSync(named) ? realpathSync(named) : named
    const config = readProfiles(file)
    const profiles = isObject(config["profiles"]) ? config["profiles"] : {}
    const before = isObject(profiles[name]) ? profiles[name] : {}
    const isFirst = Object.keys(profiles).length === 0 && config["profile"] === undefined && name !== "default"
    const changed = {
      ...(isFirst && { profile: name }),
      ...config,
      // Unlike an assignment, this takes `__proto__` for a name like any other.
      profiles: Object.fromEntries([...Object.entries(profiles), [name, { ...before, ...members }]])
    }
    await replaceFile(file, `${JSON.stringify(changed, null, 2)}\n`)
  })
}
