import content from './content.module.css'

/** A masked email address. It starts a new line rather than being broken after its first letter. */
export const Address = ({ children }: { children: string }) => <span className={content.address}>{children}</span>
