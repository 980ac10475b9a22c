import { describeServerFailures } from "./server-failures.ts"
import { connectPool } from "./support.ts"

describeServerFailures("a pool of the host", connectPool)
