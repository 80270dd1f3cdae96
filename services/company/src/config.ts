import { baseConfig, databaseConfig, type Env, loadConfig, storageConfig, tokenConfig } from '@app/chassis/config.ts'

export const readConfig = (env: Env) => loadConfig({ ...baseConfig, ...databaseConfig, ...tokenConfig, ...storageConfig }, env)
