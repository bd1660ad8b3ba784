import { environment, loadConfig } from './shared/config/config.ts'
import { knexConfig } from './shared/db/migrations.ts'

export default knexConfig(loadConfig(environment()).DATABASE_URL)
