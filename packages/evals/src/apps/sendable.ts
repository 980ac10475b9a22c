import type { Egress } from "@agent-operations/egress"
import { EgressRefused } from "@agent-operations/error-envelope"
import { Effect } from "effect"

/** Refuses an address that nothing would be sent to. Law: G1. */
export const requireSendable = ({ check }: Egress["Service"], address: string) =>
  Effect.mapError(
    check(address),
    ({ message }) => new EgressRefused({ message: `Nothing is sent to ${address}: ${message}.`, details: { address } })
  )
