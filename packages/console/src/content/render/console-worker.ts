import { ownWays } from "../sections/own-ways.ts"
import { serveRendering } from "./serve.ts"

serveRendering(ownWays)
