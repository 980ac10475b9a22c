import { describeServerFailures } from "./server-failures.ts"
import { connect } from "./support.ts"

describeServerFailures("its URL", connect)
