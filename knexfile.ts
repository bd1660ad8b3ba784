import { environment, loadConfig } from './shared/lib/config/config.ts'
import { knexConfig } from './shared/lib/db/migrations.ts'

export default knexConfig(loadConfig(environment()).DATABASE_URL)
