//! A read-only FTP and FTPS gateway over the delivery's file rows.
