import { describeServerFailures } from "./serverFailures.ts"
import { connect } from "./support.ts"

describeServerFailures("its URL", connect)
