import { lazyFile } from '../ui/lazy-part.tsx'

/** The code that sends forms. It is loaded on demand, because most visits of a page send no form. */
export const formSender = lazyFile(() => import('./send-form.ts'))
