/** One e-mail address, as the service takes it: stricter rules would reject addresses of real people. */
export const emailPattern = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()".]+$/;
