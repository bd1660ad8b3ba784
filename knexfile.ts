import { environment, loadConfig } from './shared/config/config.ts'
import { knexConfig } from './shared/db/db.ts'

export default knexConfig(loadConfig(environment()).DATABASE_URL)
