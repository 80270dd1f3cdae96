import { checkVariants } from './axe.ts'

checkVariants(({ as }) => as !== undefined && as !== 'admin')
