import { checkScreens } from './axe.ts'

checkScreens(({ as }) => as !== undefined && as !== 'admin')
