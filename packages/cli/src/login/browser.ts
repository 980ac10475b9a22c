import { spawn } from "node:child_process"
import type { Terminal } from "../terminal.ts"

const commands: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  darwin: ["open"],
  // Unlike `start` it is no word of a shell, which would read the & of addresses.
  win32: ["rundll32", "url.dll,FileProtocolHandler"]
}

/** Has the system open a page, as far as it can. */
export const openInBrowser = (address: string, env: Terminal["env"]): void => {
  const [command, ...args] = commands[process.platform] ?? ["xdg-open"]
  const child = spawn(command, [...args, address], { env: env as NodeJS.ProcessEnv, stdio: "ignore", detached: true })
  // There may be none: the address is printed, too.
  child.once("error", () => undefined)
  child.unref()
}
