import ipaddr from "ipaddr.js"

/** The place that an IP address stands for: itself, or of IPv6 the network of 64 bits that one customer has. */
export const placeOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString()
}
