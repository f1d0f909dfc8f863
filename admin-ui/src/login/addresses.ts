/** Where one asks for a link to set another password. */
export const FORGOTTEN_PASSWORD = '/forgottenPassword';

/** Where the link of the mail leads. */
export const RESET_PASSWORD = '/resetPassword';
