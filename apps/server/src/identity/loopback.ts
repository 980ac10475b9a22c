import { BlockList, isIP } from "node:net"

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8)
loopback.addAddress("::1", "ipv6")

/** Whether a host's name or address, in brackets or not, is this computer's alone. */
export const isLoopback = (host: string): boolean => {
  const bare = host.replace(/^\[(.*)\]$/, "$1")
  const version = isIP(bare)
  return version === 0 ? bare.toLowerCase() === "localhost" : loopback.check(bare, version === 6 ? "ipv6" : "ipv4")
}
