// On both databases.
import "./rows.test.ts"
