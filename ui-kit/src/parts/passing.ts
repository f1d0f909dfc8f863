/**
 * How long what is said in passing stays, in milliseconds (orders specification, section 9; portal specification,
 * sections 7 and 9). The time stands still while the pointer or the focus rests on it.
 */
export const MESSAGE_MS = 3000;

/** A notification in the corner: a refused sign-in. */
export const NOTIFICATION_MS = 1500;

/** A scene whose metadata are empty, in the corner. */
export const LOOKUP_MS = 2500;
