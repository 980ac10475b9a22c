import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"

// `nobody`, whether or not the system lists it.
const anotherUser = { uid: 65_534, gid: 65_534 }

/** Why nothing can be tried as another user here; `undefined` where it can. */
export const noOtherUser = process.getuid?.() === 0 ? undefined : "only root can try to read and write as another user"

// Tries, instead of asking for modes: what counts is what the system lets happen.
const tries = `
while IFS= read -r path; do
  if [ -d "$path" ]; then
    ls "$path" >/dev/null 2>&1 && echo "lists $path"
    { true > "$path/planted"; } 2>/dev/null && echo "creates in $path"
  else
    { true < "$path"; } 2>/dev/null && echo "reads $path"
    { true >> "$path"; } 2>/dev/null && echo "writes $path"
  fi
done`

const runAsAnotherUser = (script: string, input: string) =>
  spawnSync("/bin/sh", ["-c", script], { ...anotherUser, cwd: "/", input, encoding: "utf8", stdio: "pipe" })

/**
 * What another user can do with a directory and all that is in it, a line each: list, create in, read, write. Whoever
 * calls this must be root.
 */
export const reachedByAnotherUser = (directory: string): ReadonlyArray<string> => {
  const below = readdirSync(directory, { recursive: true, encoding: "utf8" }).map((path) => join(directory, path))
  const { stdout, stderr, error } = runAsAnotherUser(tries, [directory, ...below].join("\n") + "\n")
  if (error !== undefined) throw error
  if (stderr !== "") throw new Error(stderr)
  return stdout.split("\n").filter((line) => line !== "")
}
