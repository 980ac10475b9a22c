import { describeConformance } from "@agent-operations/conformance/vitest"
import { toyServer } from "./toy/server.ts"

describeConformance("a server of another make", async () => toyServer())
