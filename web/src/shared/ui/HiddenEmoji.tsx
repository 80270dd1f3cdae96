/**
 * The emoji of a label whose text the specification defines. The emoji is part of the text and of the accessible name. It is not visible,
 * because some systems have no emoji font. Add an icon with the same meaning to the label.
 */
export const HiddenEmoji = ({ children }: { children: string }) => <span className="visually-hidden">{children} </span>
