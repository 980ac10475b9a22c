import { type ChildProcess, spawn } from "node:child_process"
import { subscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"

/**
 * Outlives this process, however that ended, to end the children that it left: it reads `+<pid>` and `-<pid>`, and its
 * standard input is a pipe that closes with this process. What is still there after 10 s takes no signal but SIGKILL.
 */
const watcher = `
  trap "" INT TERM HUP
  left=""
  while read -r change; do
    case $change in
      +*) left="$left \${change#+}" ;;
      *) left=$(for pid in $left; do [ "$pid" = "\${change#-}" ] || printf ' %s' "$pid"; done) ;;
    esac
  done
  [ -n "$left" ] || exit
  kill -TERM $left
  kill -CONT $left
  for second in 1 2 3 4 5 6 7 8 9 10; do
    left=$(for pid in $left; do kill -0 "$pid" 2> /dev/null && printf ' %s' "$pid"; done)
    [ -n "$left" ] || exit
    sleep 1
  done
  kill -KILL $left
`

const startWatcher = (): Socket => {
  const started = spawn("/bin/sh", ["-c", watcher], { detached: true, stdio: ["pipe", "ignore", "ignore"] })
  started.unref()
  const input = started.stdin as Socket
  // A pipe is a socket to Node, and would else keep this process alive.
  input.unref()
  return input.on("error", () => {})
}

const start = (): ReadonlySet<ChildProcess> => {
  const running = new Set<ChildProcess>()
  let input: Socket | undefined
  let isStarting = false
  const tell = (change: string) => {
    if (process.platform === "win32") return
    isStarting = true
    input ??= startWatcher()
    isStarting = false
    input.write(`${change}\n`)
  }
  subscribe("child_process", (message) => {
    if (isStarting) return
    const { process: child } = message as { readonly process: ChildProcess }
    running.add(child)
    child.once("spawn", () => tell(`+${child.pid}`))
    child.once("exit", () => {
      running.delete(child)
      tell(`-${child.pid}`)
    })
  })
  return running
}

let watched: ReadonlySet<ChildProcess> | undefined

/**
 * Has every child of this process end with it, even when it is killed; where there is no `sh`, they are only counted.
 * Returns the children that are running now, which changes with them. Several calls watch once.
 */
export const watchChildren = (): ReadonlySet<ChildProcess> => (watched ??= start())
