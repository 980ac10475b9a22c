// The AI SDK with the names that it gave attributes before those of OpenTelemetry, which many still send.
import { LegacyOpenTelemetry } from "@ai-sdk/otel"
import { registerTelemetry } from "ai"
import { converse } from "./vercel-ai-conversation.mjs"
import { start } from "./provider.mjs"

const provider = start()
registerTelemetry(new LegacyOpenTelemetry())
await converse()
await provider.shutdown()
