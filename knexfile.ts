import { environment, loadConfig } from './shared/config.ts'
import { knexConfig } from './shared/db.ts'

export default knexConfig(loadConfig(environment()).DATABASE_URL)
