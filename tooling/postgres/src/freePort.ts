import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/** Below those that systems give to connections that go out (Linux from 32768 on, others from 49152 on). */
const [lowest, highest] = [20_000, 32_000]

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer()
  try {
    await once(probe.listen(port, "127.0.0.1"), "listening")
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE") return false
    throw cause
  }
  probe.close()
  await once(probe, "close")
  return true
}

/**
 * A port of this machine that nobody listens on, for a program that has to be told one. A port that the system would choose
 * may be that of somebody's connection by the time that the program listens.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(lowest, highest)
  return (await isFree(port)) ? port : freePort()
}
