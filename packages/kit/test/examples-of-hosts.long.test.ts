// The hosts of every framework.
import "./examples-of-hosts.test.ts"
