/**
 * The emoji of a label whose text the specification defines. It belongs to the text and the accessible name, but is not visible, because
 * not all systems have an emoji font. Add an icon to the label that shows the same.
 */
export const HiddenEmoji = ({ children }: { children: string }) => <span className="visually-hidden">{children} </span>
