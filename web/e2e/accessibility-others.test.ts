import { checkWithAxe } from './axe.ts'

checkWithAxe(({ as }) => as === undefined || as === 'admin')
