// The AI SDK with its integration of OpenTelemetry.
import { OpenTelemetry } from "@ai-sdk/otel"
import { registerTelemetry } from "ai"
import { converse } from "./vercel-ai-conversation.mjs"
import { start } from "./provider.mjs"

const provider = start()
registerTelemetry(new OpenTelemetry())
await converse()
await provider.shutdown()
