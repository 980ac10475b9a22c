import { Connection } from "../connection.ts"
import type { TracesProject } from "./open.ts"

/** Sends requests on so many connections, one at a time on each, and tells how many seconds it took. */
export const send = async (
  url: string,
  { headers }: Pick<TracesProject, "headers">,
  requests: ReadonlyArray<Uint8Array>,
  connections: number
): Promise<number> => {
  const open = Array.from({ length: connections }, () => new Connection(url))
  const left = requests.values()
  const began = performance.now()
  await Promise.all(
    open.map(async (connection) => {
      for (const body of left) {
        const request = connection.request("/v1/traces", { ...headers, "content-type": "application/x-protobuf" }, body)
        const answer = await connection.exchange(request)
        if (answer.status !== 200 || answer.body.length > 0) {
          throw new Error(`/v1/traces answered ${answer.status} ${answer.body.toString().slice(0, 300)}`)
        }
      }
    })
  )
  const seconds = (performance.now() - began) / 1000
  for (const connection of open) connection.close()
  return seconds
}
