import { Agent, request } from "node:http"
import type { ConsoleServer } from "./server.ts"

/** Somebody who opens pages one after the other, on a connection that stays open. */
export const openVisitor = ({ url, project, cookie }: Pick<ConsoleServer, "url" | "project" | "cookie">) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** Opens a page, and resolves to how long its answer took, in milliseconds. */
  const open = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now()
      request(url + project + path, { agent, headers: { cookie } }, (answer) => {
        answer.on("data", () => {})
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve(performance.now() - began)
          else reject(new Error(`${path} answered ${answer.statusCode}`))
        })
      })
        .on("error", reject)
        .end()
    })
  return { open, close: () => agent.destroy() }
}

/** What some visits of a page took, one after the other. */
export const visits = async (server: ConsoleServer, path: string, count: number): Promise<ReadonlyArray<number>> => {
  const { open, close } = openVisitor(server)
  const millis: Array<number> = []
  for (let n = 0; n < count; n++) millis.push(await open(path))
  close()
  return millis
}
