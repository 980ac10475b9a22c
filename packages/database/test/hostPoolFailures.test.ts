import { describeServerFailures } from "./serverFailures.ts"
import { connectPool } from "./support.ts"

describeServerFailures("a pool of the host", connectPool)
