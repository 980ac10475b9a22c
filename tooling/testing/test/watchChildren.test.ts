import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { waitUntil } from "../src/waitUntil.ts"

const url = JSON.stringify(new URL("../src/watchChildren.ts", import.meta.url))
const program = `
  import { spawn } from "node:child_process"
  import { watchChildren } from ${url}
  watchChildren()
  const start = (script) => spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] })
  const over = start("exit 0")
  await new Promise((resolve) => over.once("exit", resolve))
  const children = [start("echo up; exec sleep 600"), start("trap '' TERM; echo up; while :; do sleep 1; done")]
  await Promise.all(children.map((child) => new Promise((resolve) => child.stdout.once("data", resolve))))
  children[0].kill("SIGSTOP")
  console.log(JSON.stringify(children.map(({ pid }) => pid)))
  setInterval(() => {}, 1000)
`

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it("children end with the process that started them when it is killed, though they are frozen or take no SIGTERM", async () => {
  const starter = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [line] = (await once(createInterface(starter.stdout), "line")) as [string]
  const children = JSON.parse(line) as ReadonlyArray<number>
  expect(children.map(isThere)).toEqual([true, true])
  starter.kill("SIGKILL")
  await waitUntil("its children to be gone", () => !children.some(isThere))
})
