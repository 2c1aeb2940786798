#!/bin/sh
echo authorQfile authorQreplaced
