import { readFileSync } from "node:fs"

/** The user who runs the server. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root: then `postgres`, or else `nobody`, runs it. Undefined stands for ourselves. */
export const serverUser = (): ServerUser | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody")
  if (user === undefined) throw new Error("PostgreSQL refuses to run as root, and there is no user postgres or nobody")
  return { uid: Number(user[2]), gid: Number(user[3]) }
}
