-- The account that HAProxy checks nodes with: no password, no rights.
CREATE USER haproxy@'%';
