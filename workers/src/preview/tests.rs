//! Every kind of TIFF.
