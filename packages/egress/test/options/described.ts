import type { OptionsTable } from "@agent-operations/testing/options"
import type { EgressOptions } from "../../src/index.ts"

/** Every option of `Egress.layer`. */
export const described = {
  allow: {
    default: "none",
    meaning:
      "origins that may be private or plain HTTP, such as `http://127.0.0.1:9000`. The `allow` of a call can only narrow it"
  },
  ca: { default: "none", meaning: "a certificate to trust in addition to those of the system, in PEM" },
  resolve: {
    default: "by DNS, for allowed origins by the system",
    meaning: "resolves names, as `lookup` of `node:dns` does"
  }
} as const satisfies OptionsTable<EgressOptions>
